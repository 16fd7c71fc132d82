/** A session in a folder of its own, greedy, at a set time: what benches over people's folders stand on. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeSession } from '../../source/compose.ts'
import { partOf } from '../../source/evaluation/cases.ts'
import { findProgram, homePaths } from '../../source/paths.ts'

/** What a bench does with it. */
export interface OwnFolder {
  readonly session: Awaited<ReturnType<typeof composeSession>>
  /** Where the session works. */
  readonly workspace: string
  /** A new conversation in a copy of `folder`, with nothing remembered. */
  restore(folder: string): Promise<void>
  close(): Promise<void>
}

/** The cases of a set, a file in its folder: those of a part (`all`: of each), of some kinds (undefined: of all). */
export function casesOf<C extends { readonly id: string; readonly kind: string }>(
  set: string,
  part: string,
  kinds: string | undefined,
  file = 'cases.jsonl',
): readonly C[] {
  return readFileSync(join(set, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as C)
    .filter(({ id }) => part === 'all' || partOf(id) === part)
    .filter(({ kind }) => kinds?.split(',').includes(kind) ?? true)
}

/** Whoever is asked says yes; answers are cut after 64 tokens. Throws where no model is loaded. */
export async function openOwnFolder(model: string): Promise<OwnFolder> {
  const ground = mkdtempSync(join(tmpdir(), 'ethervox-folder-'))
  const workspace = join(ground, 'workspace')
  mkdirSync(workspace)
  const session = await composeSession({
    program: findProgram(),
    home: homePaths(join(ground, 'home'), process.env),
    workspace,
    interactive: true,
    flags: { model, approve: 'write', temperature: 0, seed: 1, maxTokens: 64 },
    clock: {
      now: () => new Date('2026-03-12T10:24:30Z'),
      monotonicMs: () => performance.now(),
      timeZone: 'UTC',
    },
  })
  session.subscribe(() => {
    const { pending } = session.view
    if (pending !== undefined) session.decide(pending.call, { decision: 'once' })
  })
  session.start()
  await session.settled()
  if (session.slot.engine === undefined) throw new Error(session.view.modelReason ?? 'no model is loaded')
  return {
    session,
    workspace,
    async restore(folder) {
      await session.submit('/clear')
      const memory = await session.ports.services.memory?.open()
      memory?.remove(
        memory.search({ words: '', limit: 100 }).map(({ id }) => id),
        'delete',
      )
      for (const entry of readdirSync(workspace)) rmSync(join(workspace, entry), { recursive: true })
      cpSync(folder, workspace, { recursive: true })
    },
    async close() {
      await session.close()
      rmSync(ground, { recursive: true })
    },
  }
}
