"""With the conventions that Strands follows by default."""

from weather_agent import run

run()
