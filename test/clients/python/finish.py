"""How the programs of this folder end."""

import json
import os


def finish(results):
    """Prints the results as one JSON object and leaves at once: threads of pyarrow that are still at work abort an interpreter that leaves in the usual way."""
    print(json.dumps(results, default=str), flush=True)
    os._exit(0)
