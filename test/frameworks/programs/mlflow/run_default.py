"""MLflow's own attributes over OTLP."""

import os
import tempfile

os.environ["MLFLOW_TRACKING_URI"] = f"sqlite:///{tempfile.mkdtemp()}/mlflow.db"

from traced_weather import run

run()
