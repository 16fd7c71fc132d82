// What the next start will run with: the environment wins over the settings, and what either names must be there.
import type { Check } from '../contracts/doctor.ts'
import { byWords, type ChosenBy } from '../doctor/machine.ts'
import { loadCatalogue } from '../models/catalogue.ts'
import { findModel } from '../models/find-model.ts'
import { inspectModel } from '../models/installed.ts'
import type { HomePaths, ProgramPaths } from '../paths.ts'
import { DEFAULT_SETTINGS, type Settings } from '../settings-table.ts'
import { FLAGS, type FlagValues, readFlags } from './flags.ts'

export interface Choice<T> {
  readonly value: T
  /** undefined: nobody. */
  readonly by: ChosenBy | undefined
}

export interface Choices {
  readonly gpu: Choice<string>
  readonly threads: Choice<number>
  readonly model: Choice<string>
}

/** The environment over the settings; one that cannot be read says nothing here (`checkEnvironment` tells). */
export function choicesOf(settings: Settings, env: NodeJS.ProcessEnv): Choices {
  const flags = flagsIn(env)
  const choice = <K extends 'gpu' | 'threads' | 'model'>(name: K): Choice<Settings[K]> => {
    const given = flags[name] as Settings[K] | undefined
    if (given !== undefined) return { value: given, by: { type: 'variable', name: FLAGS[name].environment } }
    const value = settings[name]
    return { value, by: value === DEFAULT_SETTINGS[name] ? undefined : { type: 'setting', name } }
  }
  // Of a server, a model is a name that only the server knows.
  const model = flags.engine === undefined ? choice('model') : { value: '', by: undefined }
  return { gpu: choice('gpu'), threads: choice('threads'), model }
}

/** The model that a start asks for; no check where none is asked for. */
export async function checkChosenModel(
  { value, by }: Choice<string>,
  program: ProgramPaths,
  home: HomePaths,
): Promise<readonly Check[]> {
  const catalogue = await loadCatalogue(program.catalogue)
  if (value === '' || catalogue.type === 'problem') return []
  const found = await findModel(value, { catalogue, modelsDir: home.models })
  const state =
    found.type === 'catalogue'
      ? (await inspectModel(found.model, home.models, { unsummed: true })).state
      : found.type
  // A file that somebody brought may tell of its owner by its name.
  const facts = { model: found.type === 'catalogue' ? found.id : 'of the person', state }
  const warn = (what: string, repair: string): readonly Check[] => [
    { name: 'chosen model', status: 'warn', text: `${who(by)} names \`${value}\`, ${what}`, repair, facts },
  ]
  if (found.type === 'unknown') return warn('which cannot be loaded', `${found.message} ${change(by)}`)
  const pull = `\`ethervox model pull ${found.id}\` fetches it`
  if (found.type === 'catalogue' && found.model.kind === 'meaning')
    return warn('a sentence model, which writes no answers', change(by))
  if (state === 'absent') return warn('which is not installed', `${pull}. ${change(by)}`)
  if (state === 'damaged') return warn('which is damaged', `${pull} again.`)
  return [{ name: 'chosen model', status: 'ok', text: `\`${value}\`${byWords(by)}`, facts }]
}

function who(by: ChosenBy | undefined): string {
  return by?.type === 'variable' ? `\`${by.name}\`` : 'the setting `model`'
}

function change(by: ChosenBy | undefined): string {
  return by?.type === 'variable'
    ? `Give \`${by.name}\` another value, or take it out of the environment.`
    : '`/settings model ID` names another one, `/settings reset model` takes the largest that fits.'
}

function flagsIn(env: NodeJS.ProcessEnv): FlagValues {
  try {
    return readFlags({}, env, true)
  } catch {
    return {}
  }
}
