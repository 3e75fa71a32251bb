"""The doors of the server: HTTP and WebSocket, from the first byte of a connection to the answer."""
