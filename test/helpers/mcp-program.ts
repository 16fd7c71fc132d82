// A program of its own that meets the servers of a home (its first argument) and then ends by itself, with them still open.
import { openServers } from './mcp-home.ts'

const { servers, notices } = openServers(process.argv[2] ?? '')
await servers.meet(AbortSignal.timeout(30_000))
process.stdout.write(
  JSON.stringify([servers.rows().map(({ name, state }) => `${name} ${state}`), notices]),
  () => process.exit(0),
)
