"""How errors are answered over HTTP: the status of every error code, and the handlers of what can go wrong."""

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from purrlab.server.errors import ErrorCode, Refused, readable_error
from purrlab.server.logs import describe_error

log = logging.getLogger(__name__)

DEFAULT_ERROR_STATUS = 409  # of every code that is not listed below: it cannot be done now
STATUS_BY_CODE = {
    code: status
    for status, codes in {
        400: [
            ErrorCode.BAD_LOGIN,
            ErrorCode.BAD_MESSAGE,
            ErrorCode.BAD_NAME,
            ErrorCode.BAD_PASSWORD,
            ErrorCode.BAD_REQUEST,
            ErrorCode.INVALID_SETUP,
            ErrorCode.NO_ACTION,
            ErrorCode.NO_SUCH_SEAT,
            ErrorCode.REFUSED,
            ErrorCode.UNKNOWN_BOT,
            ErrorCode.UNKNOWN_GAME,
        ],
        401: [ErrorCode.NO_NAME, ErrorCode.WRONG_PASSWORD],
        403: [ErrorCode.FOREIGN_ORIGIN, ErrorCode.NO_SEAT, ErrorCode.NOT_HOST, ErrorCode.NOT_THIS_MACHINE],
        404: [ErrorCode.NOT_FOUND, ErrorCode.UNKNOWN_TABLE],
        405: [ErrorCode.WRONG_METHOD],
        413: [ErrorCode.TOO_LARGE],
        429: [ErrorCode.SLOW_DOWN, ErrorCode.TOO_MANY_TABLES, ErrorCode.TOO_MUCH],
        500: [ErrorCode.SERVER_ERROR],
        503: [
            ErrorCode.BUSY,
            ErrorCode.NOT_STORED,
            ErrorCode.NOT_WELL,
            ErrorCode.SERVER_FULL,
            ErrorCode.TRY_AGAIN,
        ],
    }.items()
    for code in codes
}
CODE_BY_STATUS = {
    400: ErrorCode.BAD_REQUEST,
    404: ErrorCode.NOT_FOUND,
    405: ErrorCode.WRONG_METHOD,
    413: ErrorCode.TOO_LARGE,
}
MESSAGE_BY_CODE = {
    ErrorCode.NOT_FOUND: "there is nothing at this address",
    ErrorCode.WRONG_METHOD: "this method is not allowed here",
    ErrorCode.TOO_LARGE: "the request is too large",
}


class Problem(Struct, kw_only=True, omit_defaults=True):
    """Why something was refused: a code for programs, a message for people."""

    code: ErrorCode
    message: str
    rule: str | None = None
    field: str | None = None


ERROR_RESPONSES = {  # for the API's own description
    status: ResponseSpec(Problem, description=description, generate_examples=False)
    for status, description in {
        400: "The request is invalid",
        401: "Tell us your name first",
        403: "Not allowed",
        404: "There is no such table",
        409: "Not possible at the moment",
        413: "Too large",
        429: "Too many requests",
        503: "Temporarily unavailable",
    }.items()
}


def status_of(code: ErrorCode) -> int:
    return STATUS_BY_CODE.get(code, DEFAULT_ERROR_STATUS)


def _answer(problem: Problem, status: int | None = None, headers: dict[str, str] | None = None) -> Response[bytes]:
    body = msgspec.json.encode(problem)
    return Response(body, status_code=status or status_of(problem.code), headers=headers, media_type="application/json")


def _refused(_request: Request[Any, Any, Any], error: Refused) -> Response[bytes]:
    headers = {} if error.retry_seconds is None else {"retry-after": str(error.retry_seconds)}
    problem = Problem(code=error.code, message=error.message, rule=error.rule, field=error.field)
    return _answer(problem, headers=headers)


def _http_error(_request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    message, field = readable_error(error.detail), None
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        field = error.extra[0].get("key")
        field = None if field == "data" else field  # that is all of it
        message = "; ".join(readable_error(each.get("message", "")) for each in error.extra)
        message = f"{field}: {message}" if field else message
    code = CODE_BY_STATUS.get(error.status_code, ErrorCode.REFUSED)
    return _answer(Problem(code=code, message=MESSAGE_BY_CODE.get(code, message), field=field), error.status_code)


def _too_deep(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[bytes]:
    return _answer(Problem(code=ErrorCode.BAD_REQUEST, message="this is nested too deeply"))


def _not_utf8(_request: Request[Any, Any, Any], _error: UnicodeDecodeError) -> Response[bytes]:
    """The decoder finds it where a text stands in the JSON."""
    return _answer(Problem(code=ErrorCode.BAD_REQUEST, message="this is not written in UTF-8"))


def _database_error(request: Request[Any, Any, Any], error: SQLAlchemyError) -> Response[bytes]:
    log.error("the database failed during a request", extra={"path": request.url.path, "error": describe_error(error)})
    message = "the database is not available, so nothing has changed; please try again"
    return _answer(Problem(code=ErrorCode.NOT_STORED, message=message))


def _server_error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return _answer(Problem(code=ErrorCode.SERVER_ERROR, message="internal server error; nothing has changed"))


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    Refused: _refused,
    HTTPException: _http_error,
    RecursionError: _too_deep,
    UnicodeDecodeError: _not_utf8,
    SQLAlchemyError: _database_error,
    Exception: _server_error,
}
