"""Both games behind the interfaces that researchers use: one module for each library, the only ones that import it.

``purrlab.envs.pettingzoo``, ``purrlab.envs.gymnasium`` and ``purrlab.envs.openspiel`` (docs/environments.md). They need
the extra: ``pip install 'purrlab[envs]'``.
"""
