"""MLflow's spans as OpenTelemetry's conventions spell them."""

import os
import tempfile

os.environ["MLFLOW_ENABLE_OTEL_GENAI_SEMCONV"] = "true"
os.environ["OTEL_SERVICE_NAME"] = "mlflow-genai"
os.environ["MLFLOW_TRACKING_URI"] = f"sqlite:///{tempfile.mkdtemp()}/mlflow.db"

from traced_weather import run

run()
