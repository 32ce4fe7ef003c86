package example;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Spring AI's chat client: a tool call and the answer from its result, a stream and a refusal. */
@SpringBootApplication
public class Weather {
  private static final String QUESTION = "What is the weather in Lisbon?";

  static class Tools {
    @Tool(name = "get_weather", description = "The weather in a city.")
    String getWeather(String city) {
      return "19 °C and sunny in " + city;
    }
  }

  @Bean
  CommandLineRunner ask(ChatClient.Builder builder) {
    return args -> {
      ChatClient client = builder.defaultAdvisors(advisor -> advisor.param(ChatMemory.CONVERSATION_ID, "session-7")).build();
      client.prompt().system("You are a weather assistant. Use the tool.").user(QUESTION).tools(new Tools()).call().content();
      client.prompt().user(QUESTION).stream().content().blockLast();
      try {
        client.prompt().user(QUESTION).options(OpenAiChatOptions.builder().model("no-such-model")).call().content();
      } catch (RuntimeException refused) {
        return;
      }
      throw new IllegalStateException("the call should have failed");
    };
  }

  public static void main(String[] args) {
    SpringApplication.run(Weather.class, args).close();
  }
}
