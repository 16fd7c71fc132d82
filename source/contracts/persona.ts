/** A turn that the head shows the model; with facts it is one that answers from what a tool said. */
export interface PersonaShot {
  readonly user: string
  readonly facts: string | undefined
  readonly assistant: string
}

/** How the model is to be: what stands in the head in place of the program's own identity (docs/personas.md). */
export interface Persona {
  /** That of its file. */
  readonly name: string
  readonly description: string
  /** What it calls itself. */
  readonly called: string
  /** What stands behind "You are NAME,". */
  readonly role: string
  /** Sentences; empty: none. */
  readonly style: string
  readonly constraints: readonly string[]
  readonly capabilities: readonly string[]
  /** How answers look, in sentences; empty: nothing is said. */
  readonly output: string
  /** In place of the program's own; empty: those. Else at least one with facts and one without. */
  readonly shots: readonly PersonaShot[]
}

/** The personas that can be read, by name, and a sentence for each file that cannot. */
export interface PersonaBook {
  readonly personas: readonly Persona[]
  readonly problems: readonly string[]
}

export type FoundPersona =
  | { readonly type: 'found'; readonly persona: Persona }
  /** There is none of that name, or its file is wrong: `reason` is a sentence. */
  | { readonly type: 'missing'; readonly reason: string }

/** The personas of program and home; files are read anew each time. */
export interface PersonaFolder {
  read(): PersonaBook
  find(name: string): FoundPersona
}

/** What `/persona` may see and change. */
export interface PersonaShelf extends PersonaFolder {
  /** undefined: none is on. */
  readonly active: Persona | undefined
  /** What it says of itself in the head. */
  textOf(persona: Persona): string
  /** Puts one on until the session ends, undefined: none; gives the reason when it is refused. */
  take(name: string | undefined): Promise<string | undefined>
}
