"""Notifications to devices whose page is closed (Web Push): a digest of matches where it is somebody's turn."""
