"""The page and its files, and what is answered where nothing is."""

from server.clients import Person, Server


def test_a_person_who_looks_where_nothing_is_gets_the_page_and_a_program_gets_an_error(server: Server) -> None:
    visitor = server.visit()
    seen = visitor.get("/nothing/here", headers={"accept": "text/html,*/*;q=0.8"})
    assert (seen.status_code, seen.content) == (404, visitor.get("/").content)
    assert "content-security-policy" in seen.headers
    for path, accept in (("/nothing", "*/*"), ("/api/nothing", "text/html"), ("/assets/nothing.js", "text/html")):
        answer = visitor.get(path, headers={"accept": accept})
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_what_is_told_to_one_person_is_kept_nowhere_else(server: Server) -> None:
    assert Person(server, "Ann").http.get("/api/me").headers["cache-control"] == "no-store"
    assert server.visit().get("/").headers["cache-control"] != "no-store"
