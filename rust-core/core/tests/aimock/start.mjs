// Starts the mock server on a free port, says where, and ends with whoever
// started it: when standard input is closed.
import { LLMock } from "@copilotkit/aimock";

// A pause between pieces: without one a cut takes the head of the answer along.
const mock = new LLMock({ port: 0, host: "127.0.0.1", latency: 5, chunkSize: 6, strict: true });
mock.loadFixtureFile(process.argv.at(-1));
await mock.start();
process.stdin.on("end", () => process.exit(0));
process.stdin.resume();
console.log(mock.url);
