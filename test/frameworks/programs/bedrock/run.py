"""Amazon Bedrock's client, by OpenTelemetry's instrumentation, which sends messages as log records."""

from set_up import logs, provider

import boto3
from story import MISSING_MODEL, QUESTION, SYSTEM, failing, weather_of

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
