"""The lobby: the tables that everybody may see."""

from server.clients import Person, Server


def test_open_tables_are_in_the_lobby_and_those_by_invitation_are_not(server: Server) -> None:
    ann = Person(server, "Ann")
    ann.get("/api/tables")  # a look serves everybody for a moment, but a new table is there at once
    listed, hidden = ann.new_table(players=2)["id"], ann.new_table(players=2, listed=False)["id"]
    lobby = [table["id"] for table in server.visit().get("/api/tables").json()]
    assert listed in lobby
    assert hidden not in lobby
    assert server.visit().get(f"/api/tables/{hidden}").status_code == 200  # whoever has the link
