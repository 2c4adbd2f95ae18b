"""The database: what is stored, who writes it, and how it is brought up to date."""
