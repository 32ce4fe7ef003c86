"""With the newest conventions: messages in events of operation details."""

import os

os.environ["OTEL_SERVICE_NAME"] = "strands-latest"
os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental,gen_ai_tool_definitions"

from weather_agent import run

run()
