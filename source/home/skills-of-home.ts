// Skills of the home, of the workspace and of other clients (docs/skills.md), as the session, its commands and tools use them.
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type CommandResult, refusal } from '../contracts/command.ts'
import type { SecretSwitch } from '../contracts/secret.ts'
import type { SkillMaker, SkillPorts } from '../contracts/skills.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { createFileAtomicSync } from '../lib/atomic-write.ts'
import { diskReason } from '../lib/disk-reason.ts'
import { nearestName } from '../lib/nearest-name.ts'
import type { HomePaths } from '../paths.ts'
import { contentWords } from '../router/words.ts'
import { chooseSkill } from '../skills/choose-skill.ts'
import { formatSkill, SKILL_NAME } from '../skills/skill-file.ts'
import { openSkillFolders, type SkillFolder } from '../skills/skill-folders.ts'
import { keptSettings } from './lent/kept-settings.ts'
import { inPlainSight } from './tool-files-of-home.ts'
import { trustByHash } from './trust-by-hash.ts'
import { trustedKind } from './trusted-kind.ts'

interface SkillsPlace {
  readonly home: HomePaths
  readonly workspace: string
  /** The person's own folder, where other clients keep theirs. */
  readonly person?: string
}

/** Opens them; nothing is read before it is asked for. */
export function skillsOf({ home, workspace, person = homedir() }: SkillsPlace): SkillPorts {
  const settings = keptSettings(home.settings)
  const folders = (): readonly SkillFolder[] => {
    if (home.toolFiles === '') return []
    const own: SkillFolder[] = [
      { path: home.skills, from: 'home', isForeign: false },
      { path: join(workspace, '.ethervox', 'skills'), from: 'workspace', isForeign: true },
    ]
    if (!settings.orDefaults.foreignSkills) return own
    return [
      ...own,
      { path: join(person, '.claude', 'skills'), from: 'client', isForeign: false },
      { path: join(workspace, '.claude', 'skills'), from: 'client', isForeign: true },
      { path: join(workspace, '.github', 'skills'), from: 'client', isForeign: true },
    ]
  }
  const trust = trustedKind(settings, 'skill')
  const read = openSkillFolders(folders, () => trust.hashes())
  const used = () => read().flatMap(({ row, skill }) => (row.state === 'used' && skill ? [skill] : []))
  const found = (name: string) => {
    const all = read().filter(({ row }) => row.name === name)
    return all.find(({ row }) => row.state === 'used') ?? all[0]
  }
  const unknown = (name: string): CommandResult => {
    const nearest = nearestName(
      name,
      read().map(({ row }) => row.name),
    )
    const hint = nearest === undefined ? '`/skills` lists them.' : `did you mean \`${nearest}\`?`
    return refusal(`There is no skill \`${name}\`; ${hint}`)
  }
  return {
    list: () => read().map(({ row }) => row),
    find: (name) => used().find((skill) => skill.name === name),
    choose: (message) => chooseSkill(message, used(), contentWords),
    show: (name) => {
      const one = found(name)
      if (one === undefined) return unknown(name)
      if (one.problem !== undefined) return refusal(one.problem)
      const { file } = one.row
      return { ok: true, text: `${file}\n\n${inPlainSight(one.text)}`, data: { name, file, text: one.text } }
    },
    trust: (name, hash) => {
      const one = read().find(({ row }) => row.name === name && row.state === 'untrusted') ?? found(name)
      if (one === undefined) return unknown(name)
      if (one.problem !== undefined) return refusal(one.problem)
      const { state, file, sha256 } = one.row
      if (state !== 'untrusted')
        return { ok: true, text: `The skill \`${name}\` is trusted already.`, data: null }
      const line = `skills trust ${name}`
      const { changed: _, ...result } = trustByHash(
        { kind: 'skill', line, name, file, text: one.text, sha256 },
        hash,
        (sum) => trust.add(sum),
      )
      return result
    },
  }
}

/** Makes skills in a home; none while nothing may be kept. */
export function skillMaker(home: HomePaths, secret: SecretSwitch): SkillMaker {
  return {
    make: (skill) => {
      const { name } = skill
      if (!SKILL_NAME.test(name))
        throw new ToolFailure(
          'bad_name',
          `\`${name}\` cannot be the name of a skill; take a to z, 0 to 9, \`-\` and \`_\`.`,
        )
      if (secret.isOn())
        throw new ToolFailure('secret', 'No skill was made: nothing is kept while `/secret` is on.')
      const folder = join(home.skills, name)
      const file = join(folder, 'SKILL.md')
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        createFileAtomicSync(file, formatSkill(skill))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST')
          throw new ToolFailure('exists', `There is a skill \`${name}\` already; take another name.`)
        throw new ToolFailure('not_written', `\`${file}\` cannot be written (${diskReason(error)}).`)
      }
      return file
    },
  }
}
