"""What a person in charge may do: close, ban, delete, export, restore, verify."""
