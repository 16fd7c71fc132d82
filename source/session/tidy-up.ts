// What is done while nobody waits, besides the chat model's own work.
import type { Engine } from '../contracts/engine.ts'
import type { Router } from '../contracts/router.ts'
import { isTaught, isTooSmall } from '../governor/write-program.ts'
import type { SessionPorts } from './ports.ts'

interface TidiedSession {
  readonly ground: { readonly router: Pick<Router, 'prepare'> }
  readonly role: { readonly tools: { readonly enabled: readonly { readonly name: string }[] } }
  readonly conversation: { tidy(signal: AbortSignal): Promise<void> }
  readonly slot: { readonly engine: Engine | undefined }
  readonly ports: Pick<SessionPorts, 'meaning' | 'readFolder' | 'services' | 'tablesState'>
}

/** Meanings of tools of others, of memories and of the folder's files, and room in the conversation; ends soon after `signal`. */
export async function tidyUp(session: TidiedSession, signal: AbortSignal): Promise<void> {
  const { ground, role, conversation, ports, slot } = session
  const { engine } = slot
  if (engine !== undefined && !isTooSmall(engine.info))
    await engine.prepareCall(ports.tablesState(isTaught(engine.info)), { signal })
  await ground.router.prepare?.('', new Set(role.tools.enabled.map(({ name }) => name)))
  await conversation.tidy(signal)
  await prepareMemory(session, signal)
  if (ports.meaning?.state.type === 'ready' && !signal.aborted) await ports.readFolder(signal)
}

async function prepareMemory({ ports }: TidiedSession, signal: AbortSignal): Promise<void> {
  const { memory } = ports.services
  if (ports.meaning?.state.type !== 'ready' || memory?.exists() !== true) return
  try {
    const opened = await memory.open()
    while (!signal.aborted && (await opened.prepareNearest()) > 0);
  } catch {
    // What is in the file's way is told when somebody asks for it.
  }
}
