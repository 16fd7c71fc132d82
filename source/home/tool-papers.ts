// What `/tools` shows besides the manifest: saved states, the authors' tests, the person's choices.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJsonObject } from '../contracts/json.ts'
import type { KeptChoices, SavedState, ToolTest } from '../contracts/tool-shelf.ts'
import { readToolWords } from '../manifest/tool-words.ts'
import { type SettingsFile, tryToKeep } from '../settings.ts'
import type { Settings } from '../settings-table.ts'

/** States of tools in a model's folder; sizes are those of their sidecars, 0 where there is none. */
export async function savedStates(folder: string): Promise<readonly SavedState[]> {
  const files = await readdir(folder).catch(() => [])
  const names = files.flatMap((file) => /^call-(.+)\.kv$/.exec(file)?.[1] ?? [])
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, `call-${name}.kv.json`), 'utf8').catch(() => '')
      const { tokens, sizeBytes } = parseJsonObject(text) ?? {}
      return { name, tokens: wholeOr0(tokens), bytes: wholeOr0(sizeBytes) }
    }),
  )
}

/** The tests in a tool's `config.yaml`, in the first of the folders that has one; none where it cannot be read, as for a tool that has no folder. */
export async function toolTests(toolsDirs: readonly string[], name: string): Promise<readonly ToolTest[]> {
  const places = toolsDirs.map((folder) => join(folder, name, 'config.yaml'))
  const file = places.find((place) => existsSync(place)) ?? ''
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const { words } = text === undefined ? {} : readToolWords(text, file)
  return (words?.tests ?? []).map(({ id, input, tool }) => ({
    id,
    input,
    tool: tool === undefined ? name : tool,
  }))
}

/** Choices that stand in the settings. */
export function keptChoices(file: () => SettingsFile | undefined): KeptChoices {
  const keep = <K extends 'toolPriorities' | 'toolProfiles' | 'profileRole'>(
    name: K,
    value: Settings[K],
  ): boolean => tryToKeep(file(), name, value)
  return {
    disabled: () => file()?.values.disabledTools ?? [],
    priorities: () => file()?.values.toolPriorities ?? {},
    keepPriorities: (priorities) => keep('toolPriorities', priorities),
    profiles: () => file()?.values.toolProfiles ?? {},
    keepProfiles: (profiles) => keep('toolProfiles', profiles),
    profileRole: () => file()?.values.profileRole ?? '',
    keepProfileRole: (role) => keep('profileRole', role),
  }
}

function wholeOr0(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : 0
}
