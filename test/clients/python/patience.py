"""The client's methods for datasets, given a minute where they give a server five seconds: a machine that runs many tests at once may need it."""

from functools import partial


class Patient:
    """Passes every call on to the client, with its own argument for the time."""

    def __init__(self, datasets):
        self._datasets = datasets

    def __getattr__(self, name):
        return partial(getattr(self._datasets, name), timeout=60)
