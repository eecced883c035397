// A server on the TypeScript SDK v2, for tests of a client: the SDK's own way
// of asking, in both eras. Its answers say exactly what reached it.
import { McpServer, inputRequired } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const form = (message, properties, required = []) =>
  inputRequired.elicit({ message, requestedSchema: { type: "object", properties, required } });

const told = (...facts) => ({ content: [{ type: "text", text: facts.map((f) => JSON.stringify(f)).join(" ") }] });

const tools = {
  // One form of several kinds.
  plan_trip: (responses) =>
    responses?.trip
      ? told(responses.trip)
      : inputRequired({
          inputRequests: {
            trip: form(
              "Where to?",
              {
                city: { type: "string", title: "City", minLength: 2 },
                nights: { type: "integer", minimum: 1, maximum: 30, default: 2 },
                breakfast: { type: "boolean" },
                room: { type: "string", oneOf: [{ const: "s", title: "Single" }, { const: "d", title: "Double" }] },
                extras: { type: "array", items: { type: "string", enum: ["sauna", "parking"] } },
              },
              ["city", "nights"],
            ),
          },
        }),

  // Two rounds; the second knows the first by requestState alone.
  two_rounds: (responses, state) => {
    if (responses?.second) return told(state, responses.second);
    if (responses?.first) {
      return inputRequired({
        inputRequests: { second: form("Second?", { b: { type: "string" } }, ["b"]) },
        requestState: JSON.stringify({ first: responses.first, quote: '"' }),
      });
    }
    return inputRequired({
      inputRequests: { first: form("First?", { a: { type: "string" } }, ["a"]) },
      requestState: "v1.start",
    });
  },

  // Two questions in one round, under odd keys.
  two_at_once: (responses) =>
    responses?.["module:second"] && responses?.["a first"]
      ? told(Object.keys(responses), responses)
      : inputRequired({
          inputRequests: {
            "module:second": form("Listed first", { n: { type: "number" } }, ["n"]),
            "a first": form("Listed second", {}),
          },
        }),

  // URL mode.
  link_account: (responses) =>
    responses?.link
      ? told(responses.link)
      : inputRequired({
          inputRequests: {
            link: inputRequired.elicitUrl({ message: "Link your account.", url: "https://example.com/link?flow=1" }),
          },
        }),
};

serveStdio(() => {
  const server = new McpServer({ name: "typescript-v2", version: "1.0.0" }, { capabilities: { tools: {} } });
  for (const [name, run] of Object.entries(tools)) {
    server.registerTool(name, { description: "Asks." }, async (ctx) => {
      const { inputResponses, requestState } = ctx.mcpReq;
      return run(inputResponses, typeof requestState === "function" ? requestState() : requestState);
    });
  }
  return server;
});
