"""Tasks of the event loop."""

import asyncio


def is_being_cancelled() -> bool:
    """Whether the running task itself is to end, and not only something that it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
