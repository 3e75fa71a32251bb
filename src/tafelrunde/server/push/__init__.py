"""Messages to devices that are not open (Web Push): that it is somebody's turn, as a digest."""
