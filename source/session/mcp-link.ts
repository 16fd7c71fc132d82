// MCP servers in a session: connected behind the first prompt, their changed tools taken between two lines, their questions put
// to the person (docs/mcp.md).
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import type { McpQuestion } from '../contracts/mcp.ts'
import type { AskedCall } from '../governor/approve-call.ts'
import { compileSchema } from '../lib/json-schema.ts'
import type { ChatSession } from './session.ts'

/** The first frame and what is typed at once come before any server. */
const BEHIND_PROMPT_MS = 300

/** Characters of a question's schema. */
const MOST_QUESTION = 10_000

/** Links them as soon as the session has begun; where it is a script, they are connected when they are needed. */
export function linkMcp(session: ChatSession): void {
  const { mcp } = session.ports
  if (mcp === undefined) return
  const { servers, reopen } = mcp
  let asked = 0
  servers.onQuestion((question, signal) => askPerson(session, question, `mcp.${++asked}`, signal))
  let latest: string | undefined
  servers.onChange((what) => {
    const waits = latest !== undefined
    latest = what
    if (waits) return
    // Nothing of a turn may change under it: an empty line waits for what runs.
    void session.submit('').then(() => {
      const message = latest ?? what
      latest = undefined
      if (session.ended) return
      session.takeGround(reopen())
      session.emit({ type: 'notice', code: 'mcp_changed', message })
    })
  })
  session.subscribe((event) => {
    if (event.type !== 'session.started') return
    queueMicrotask(() =>
      servers.onNotice((message) => session.emit({ type: 'notice', code: 'mcp', message })),
    )
    if (!session.options.interactive || session.ground.level > 2) return
    setTimeout(() => {
      // A model that loads has the machine first.
      void session.settled().then(() => !session.ended && servers.start())
    }, BEHIND_PROMPT_MS).unref()
  })
}

/** The dialog for calls shows the question; its arguments are the answer, which the person edits. It is open no longer than the signal says. */
async function askPerson(
  session: ChatSession,
  { server, message, schema }: McpQuestion,
  id: string,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const decline = (why: string) => {
    const text = `The MCP server \`${server}\` asked something and got no answer (${why}).`
    session.emit({ type: 'notice', code: 'mcp', message: text })
    return undefined
  }
  const check = (args: JsonObject) => {
    const broken = compileSchema(schema)(withoutBlanks(args, schema))
    return broken.length === 0 ? undefined : broken.map((one) => one.message).join(' ')
  }
  const size = JSON.stringify(schema).length
  if (size > MOST_QUESTION) return decline(`its form has ${size} characters, more than can be filled in`)
  const call: AskedCall = {
    id,
    tool: {
      name: `${server} asks`,
      description: message,
      parameters: schema,
      risk: 'network',
      preview: () => message,
      run: () => null,
      say: () => ({ sentence: message }),
    },
    arguments: blankAnswer(schema),
    confidence: 1,
    // While it is filled in, blanks are no fault.
    check: () => undefined,
    preview: async () => message,
    failure: async () => undefined,
    widens: async () => undefined,
  }
  const answer = await session.approvals.question(call, signal).catch(() => undefined)
  if (answer === undefined) return decline(whyNone(session, signal))
  const fault = check(answer)
  return fault === undefined ? withoutBlanks(answer, schema) : decline(fault.replace(/\.$/, ''))
}

function whyNone({ approvals }: ChatSession, { aborted }: AbortSignal): string {
  if (!approvals.canAsk) return 'nobody can be asked here'
  return aborted ? 'its call ended before' : 'you gave none'
}

/** Every field, with its default or empty, so that it can be filled in. */
function blankAnswer(schema: JsonSchema): JsonObject {
  const fields = Object.entries(schema.properties ?? {})
  return Object.fromEntries(fields.map(([name, field]) => [name, field.default ?? blankOf(field)]))
}

function blankOf({ type }: JsonSchema): JsonValue {
  if (type === 'boolean') return false
  if (type === 'array') return []
  return type === 'number' || type === 'integer' ? null : ''
}

/** Without the fields that were left empty. */
function withoutBlanks(answer: JsonObject, schema: JsonSchema): JsonObject {
  const isBlank = (name: string, value: JsonValue) => {
    const isNeeded = schema.required?.includes(name) ?? false
    return value === null || (!isNeeded && (value === '' || (Array.isArray(value) && value.length === 0)))
  }
  return Object.fromEntries(Object.entries(answer).filter(([name, value]) => !isBlank(name, value)))
}
