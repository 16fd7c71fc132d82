// Skills (docs/skills.md): instructions in a file that go with a message when it is about them, or when the person names them.
import type { CommandResult } from './command.ts'

/** Where a skill was found. `client`: in a folder of another program, which is only read. */
export type SkillSource = 'home' | 'workspace' | 'client'

/** `untrusted`: it came with the files of a workspace, and the person has not seen it. */
export type SkillState = 'used' | 'untrusted' | 'hidden' | 'broken'

export interface SkillRow {
  readonly name: string
  readonly description: string
  readonly file: string
  readonly from: SkillSource
  readonly state: SkillState
  /** SHA-256 (hex) of the file. */
  readonly sha256: string
}

/** A skill that may go with a message. */
export interface Skill {
  readonly name: string
  readonly description: string
  readonly body: string
}

/** What compose gives the session, and tools that make one. */
export interface SkillPorts {
  list(): readonly SkillRow[]
  /** Of those that are used. */
  find(name: string): Skill | undefined
  /** The one that the message is about; undefined: none is it surely enough. */
  choose(message: string): Skill | undefined
  show(name: string): CommandResult
  trust(name: string, hash: string | undefined): CommandResult
}

/** Lent to tools. */
export interface SkillMaker {
  /** Writes a skill of the home that is not there yet; gives its file. Throws `ToolFailure`. */
  make(skill: Skill): string
}

/** What the session lends to the commands about skills. */
export interface SkillShelf extends Pick<SkillPorts, 'list' | 'show' | 'trust'> {
  /** Sends a message with the skill; without a text the skill goes with the next message. */
  use(name: string, text: string): Promise<CommandResult>
}
