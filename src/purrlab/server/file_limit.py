"""How many files this process may have open: each connection is one."""

import logging

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

OTHER_OPEN_FILES = 200  # that a server has open apart from its connections


def raise_file_limit(connections: int) -> None:
    """Allow this process as many open files as it needs for so many connections, as far as the system does."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_OPEN_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    if most < wanted:
        log.warning("the system allows fewer open files than connections", extra={"files": most, "wanted": wanted})
