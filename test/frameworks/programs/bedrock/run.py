"""Amazon Bedrock's client, by OpenTelemetry's instrumentation, which sends messages as log records."""

import os

os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"

import boto3
from opentelemetry.instrumentation.botocore import BotocoreInstrumentor
from story import MISSING_MODEL, QUESTION, SYSTEM, failing, logger_provider, tracer_provider, weather_of

logs = logger_provider("bedrock")
provider = tracer_provider("bedrock")
BotocoreInstrumentor().instrument(tracer_provider=provider, logger_provider=logs)
MODEL = "anthropic.claude-3-5-sonnet-20241022-v2:0"
TOOLS = {
    "tools": [
        {
            "toolSpec": {
                "name": "get_weather",
                "description": "The weather in a city.",
                "inputSchema": {"json": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}},
            }
        }
    ]
}

client = boto3.client("bedrock-runtime")
asked = {"role": "user", "content": [{"text": QUESTION}]}
planned = client.converse(modelId=MODEL, system=[{"text": SYSTEM}], messages=[asked], toolConfig=TOOLS)["output"]["message"]
call = planned["content"][0]["toolUse"]
result = {"toolResult": {"toolUseId": call["toolUseId"], "content": [{"text": weather_of(**call["input"])}]}}
client.converse(modelId=MODEL, system=[{"text": SYSTEM}], messages=[asked, planned, {"role": "user", "content": [result]}], toolConfig=TOOLS)
for _ in client.converse_stream(modelId=MODEL, messages=[asked])["stream"]:
    pass
failing(lambda: client.converse(modelId=MISSING_MODEL, messages=[asked]))
logs.shutdown()
provider.shutdown()
