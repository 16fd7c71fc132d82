// What a measurement may change: a copy of the workspace, and services of their own, all of them new for each case.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '../contracts/clock.ts'
import type { ToolServices } from '../contracts/lent.ts'
import { openToolServices } from '../home/lent/lend-to-tools.ts'
import type { HomePaths } from '../paths.ts'
import { openSecretSwitch } from '../sessions/secret-switch.ts'

export interface ScratchGround {
  /** Stays the same folder. */
  readonly workspace: string
  /** Stay the same objects. */
  readonly services: ToolServices
  /** Puts everything back to what it was. */
  renew(): void
  close(): void
}

/** Copies `workspace`; nothing of `home` is written. Throws what the file system throws. */
export function openScratchGround(workspace: string, home: HomePaths, clock: Clock): ScratchGround {
  const root = mkdtempSync(join(tmpdir(), 'ethervox-scratch-'))
  const copy = join(root, 'workspace')
  const open = () => {
    const kept = mkdtempSync(join(root, 'home-'))
    const at = (name: string) => join(kept, name)
    const own = { memory: at('memory.db'), rings: at('rings'), undo: at('undo'), voice: at('voice') }
    const more = { settings: at('settings.json'), startupPrompt: at('startup.md'), skills: at('skills') }
    return openToolServices({ ...home, ...own, ...more }, { secret: openSecretSwitch(false), clock })
  }
  // Else a link inside the workspace would lead out of the copy, to the file that a tool must not change.
  const fill = () => cpSync(workspace, copy, { recursive: true, verbatimSymlinks: true })
  let current = open()
  fill()
  const names = Object.keys(current) as (keyof ToolServices)[]
  const services: ToolServices = Object.fromEntries(
    names.map((name) => [name, current[name] && standIn(() => current[name] ?? {})]),
  )
  return {
    workspace: copy,
    services,
    renew: () => {
      current.memory?.close()
      current = open()
      rmSync(copy, { recursive: true, force: true })
      fill()
    },
    close: () => {
      current.memory?.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** An object that is whatever `now` gives at the moment. */
function standIn(now: () => object): object {
  return new Proxy(
    {},
    {
      get: (_, name) => {
        const value: unknown = Reflect.get(now(), name, now())
        return typeof value === 'function' ? value.bind(now()) : value
      },
      set: (_, name, value) => Reflect.set(now(), name, value, now()),
      has: (_, name) => Reflect.has(now(), name),
    },
  )
}
