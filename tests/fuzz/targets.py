"""All that is fuzzed, by name: a target takes bytes and raises where something is wrong."""

from collections.abc import Callable, Mapping

from fuzz import parsing_targets, protocol_targets, server_targets

Target = Callable[[bytes], str]  # gives a word for what became of the input

TARGETS: Mapping[str, Target] = {
    target.__name__: target
    for target in (
        parsing_targets.client_messages,
        parsing_targets.records,
        parsing_targets.room_files,
        parsing_targets.layout_files,
        parsing_targets.action_notation,
        parsing_targets.cookies,
        parsing_targets.origins_and_addresses,
        parsing_targets.names_and_chat,
        protocol_targets.http_heads,
        protocol_targets.websocket_frames,
        server_targets.socket_requests,
        server_targets.rest_requests,
    )
}
