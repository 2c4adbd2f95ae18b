"""Whose connection it is, from the server that recognised them to another one."""

from purrlab.server.accounts.sessions import Visit
from purrlab.server.cluster.frames import RemoteClient
from purrlab.server.socket.connection import Connection
from purrlab.server.socket.endpoint import RecognisedClient
from purrlab.server.storage.store import Person


def client_of(connection: Connection) -> RemoteClient:
    return RemoteClient(
        person=connection.person,
        name=connection.name,
        session=connection.session,
        muted=sorted(connection.muted),
        address=connection.address,
    )


def recognised(client: RemoteClient) -> RecognisedClient:
    visit = None
    if client.person is not None and client.session is not None:
        visit = Visit(Person(id=client.person, name=client.name, login=None, created=0), client.session)
    return visit, set(client.muted), client.address
