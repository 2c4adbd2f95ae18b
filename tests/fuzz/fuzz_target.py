"""Run one target under atheris: ``python -m fuzz.fuzz_target TARGET FOLDER [options of libFuzzer]``."""

import sys

import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]  # it is in .venv-fuzz alone

INSTRUMENTED = ["purrlab", "h11", "websockets", "tomllib"]


def main() -> None:
    # atheris cannot instrument what the finder of an editable installation loads; its sources are on the path as well
    sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
    with atheris.instrument_imports(include=INSTRUMENTED):
        from fuzz.corpus import read_corpus  # noqa: PLC0415
        from fuzz.targets import TARGETS  # noqa: PLC0415  # it is instrumented as it is loaded

        name = sys.argv.pop(1)
        for data in read_corpus(name):  # so that what is loaded when it is needed is loaded now
            TARGETS[name](data)
    atheris.Setup(sys.argv, lambda data: TARGETS[name](data) and None)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
