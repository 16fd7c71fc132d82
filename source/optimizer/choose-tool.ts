// Shows a model one request and a few tools, and lets it name the one that is meant: nothing else can be written.
import type { CallState, Engine } from '../contracts/engine.ts'
import { parseJsonObject } from '../contracts/json.ts'
import type { OptimizerTool } from './ports.ts'

const LONGEST_LINE = 80
const NONE = 'none'
const MOST_TOKENS = 48

const STATE: CallState = {
  name: 'example-choice',
  messages: [
    {
      role: 'system',
      text: `Name the tool that the request needs, as JSON; "${NONE}" if none of them fits.`,
    },
    {
      role: 'user',
      text: 'room_lamp: Switches a lamp of the house on or off\nroom_heat: Sets the temperature of a room\ndoor_lock: Locks a door\n\nRequest: it is freezing in the study',
    },
    { role: 'assistant', text: '{"tool": "room_heat"}' },
    {
      role: 'user',
      text: 'train_times: Departures from a station\ntrain_ticket: Buys a ticket\n\nRequest: how tall was the first steam engine?',
    },
    { role: 'assistant', text: `{"tool": "${NONE}"}` },
  ],
}

/** The name of the tool that the model takes for this request; undefined: none, or it did not say. */
export async function chooseTool(
  engine: Engine,
  request: string,
  tools: readonly OptimizerTool[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const names = tools.map(({ entry }) => entry.name)
  const lines = tools.map(({ entry, detail }) => `${entry.name}: ${firstSentence(detail.description)}`)
  await engine.prepareCall(STATE, { signal, persist: false })
  const written = await engine.writeCall(
    {
      state: STATE,
      message: `${lines.join('\n')}\n\nRequest: ${request}`,
      opening: '',
      parameters: {
        type: 'object',
        properties: { tool: { type: 'string', enum: [...names, NONE] } },
        required: ['tool'],
      },
      maxTokens: MOST_TOKENS,
    },
    signal,
  )
  const chosen = written.cut ? undefined : parseJsonObject(written.text)?.tool
  return names.find((name) => name === chosen)
}

/** What a description begins with, in one line. */
export function firstSentence(description: string): string {
  const plain = description.replace(/\s+/g, ' ').trim()
  const sentence = /^.+?[.!?。](?=\s|$)/u.exec(plain)?.[0] ?? plain
  return sentence.length <= LONGEST_LINE ? sentence : `${sentence.slice(0, LONGEST_LINE).toWellFormed()}…`
}
