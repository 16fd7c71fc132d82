// Opens the remote engine on scripted servers, with short limits, and closes everything behind a test.
import type { TestContext } from 'node:test'
import type { TalkRequest } from '../../../source/contracts/engine.ts'
import { readAddresses } from '../../../source/engine/remote/address.ts'
import { openRemote, type RemoteOptions } from '../../../source/engine/remote/open-remote.ts'
import { openScriptedServer, type ScriptedServer, type ServerScript } from '../../helpers/scripted-server.ts'

export const NEVER = new AbortController().signal
/** Where nothing is about time: a machine that is busy is no server that is silent. */
export const PATIENT = { connectMs: 10_000, silenceMs: 10_000 }

export async function serve(t: TestContext, ...scripts: readonly ServerScript[]): Promise<ScriptedServer[]> {
  const servers = await Promise.all(scripts.map((script) => openScriptedServer(script)))
  t.after(() => Promise.all(servers.map((server) => server.close())))
  return servers
}

export async function open(
  t: TestContext,
  servers: readonly Pick<ScriptedServer, 'url'>[],
  more: Partial<RemoteOptions> = {},
  signal: AbortSignal = NEVER,
) {
  const read = readAddresses(servers.map((server) => server.url).join(','))
  if (read.type === 'problem') throw new Error(read.message)
  const takeovers: string[] = []
  const opened = await openRemote(
    {
      addresses: read.addresses,
      key: undefined,
      model: undefined,
      contextTokens: undefined,
      book: { recall: () => undefined, keep: () => undefined },
      random: () => 0,
      onTakeover: (sentence) => takeovers.push(sentence),
      limits: { connectMs: 1_000, silenceMs: 300 },
      ...more,
    },
    signal,
  )
  t.after(() => opened.engine.close())
  return { ...opened, takeovers }
}

export function say(text: string, more: Partial<TalkRequest> = {}): TalkRequest {
  return { messages: [{ role: 'user', text }], maxTokens: 50, temperature: 0, seed: 1, ...more }
}
