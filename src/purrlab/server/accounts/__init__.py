"""Accounts: guests known by a cookie, logins, names."""
