"""``purrlab serve`` as on a slow disk: every commit takes COMMIT_SECONDS longer."""

import os
import time

import sqlalchemy as sa

from purrlab.cli import main

sa.event.listen(sa.Engine, "commit", lambda _connection: time.sleep(float(os.environ["COMMIT_SECONDS"])))
main()
