"""The routes of the REST API, one file a subject."""

from purrlab.server.http.routes import accounts, games, server, sessions, tables, tutorials

ROUTES = [*server.ROUTES, *games.ROUTES, *tables.ROUTES, *accounts.ROUTES, *sessions.ROUTES, *tutorials.ROUTES]
