"""What an administrator may do: close, ban, delete, export, restore, verify."""
