"""WebSockets: how clients connect, ask and are answered."""
