// Tools' context states for the loaded model: which stand on disk, which were looked at, and making those that are missing.
import type { Engine } from '../contracts/engine.ts'
import type { SessionEvent } from '../contracts/event.ts'
import type { ToolDetail } from '../contracts/manifest.ts'
import type { SessionPorts } from './ports.ts'

export interface WarmOptions {
  readonly ports: Pick<SessionPorts, 'savedStates' | 'diskUse' | 'buildCallState'>
  detail(name: string): ToolDetail | undefined
  /** All that have a state: those of others may go to make room. */
  wanted(): readonly string[]
  /** False: states are not saved, so they take no disk. */
  keepsStates(): boolean
  emit(event: SessionEvent): void
}

export interface Warming {
  readonly engine: Engine
  readonly names: readonly string[]
  readonly signal: AbortSignal
  /** Told after each state what was made or found so far. */
  readonly onEach: (done: number, total: number, name: string) => void
}

export class WarmStates {
  readonly #options: WarmOptions
  #names: readonly string[] = []
  /** Made or found good on disk since the model was loaded, so nobody has to look again. */
  readonly #checked = new Set<string>()
  /** The engine's own, which it was loaded with. */
  #budget: number | undefined
  #toldRebuilt = false

  constructor(options: WarmOptions) {
    this.#options = options
  }

  /** Tools whose states are there. */
  get names(): readonly string[] {
    return this.#names
  }

  /** Another model was loaded, for which these stand on disk. */
  begin(names: readonly string[]): void {
    this.#names = names
    this.#checked.clear()
    this.#budget = undefined
  }

  /** This tool's state exists now. */
  note(name: string): void {
    if (!this.#names.includes(name)) this.#names = [...this.#names, name]
  }

  /** Their states exist no more. */
  forget(names: readonly string[]): void {
    this.#names = this.#names.filter((name) => !names.includes(name))
    for (const name of names) this.#checked.delete(name)
  }

  /** Tools may be others now, so their states have to be looked at again. */
  recheck(): void {
    this.#checked.clear()
  }

  /** Those of them that were not looked at. */
  unchecked(names: readonly string[]): readonly string[] {
    return names.filter((name) => !this.#checked.has(name))
  }

  /**
   * Makes these tools' states; those that there are not are left out. Gives the ones for which there is no room beside the other
   * states of this model: to make them would remove some of these, which would be missed next.
   */
  async make({ engine, names, signal, onEach }: Warming): Promise<readonly string[]> {
    const { ports, detail, emit } = this.#options
    const left: string[] = []
    if (names.length === 0) return left
    let room = await this.#room(engine.info.modelId)
    for (const [at, name] of names.entries()) {
      const found = detail(name)
      if (found === undefined) continue
      if (room.isFull && !room.saved.has(name)) {
        left.push(name)
        continue
      }
      const prepared = await engine.prepareCall(ports.buildCallState(name, found), { signal })
      this.note(name)
      // One that stands in the lane may have no file.
      if (prepared.source !== 'ready') this.#checked.add(name)
      if (prepared.rejected !== undefined && !this.#toldRebuilt) {
        this.#toldRebuilt = true
        const message = `The state of ${name} was made anew: ${prepared.rejected}; so are others that changed.`
        emit({ type: 'notice', code: 'state_rebuilt', message })
      }
      onEach(at + 1, names.length, name)
      if (prepared.source === 'built') room = await this.#room(engine.info.modelId)
    }
    return left
  }

  /** Tools whose states are on disk; full: one as large as any of them does not fit beside those of the model and all heads. */
  async #room(modelId: string): Promise<{ readonly saved: ReadonlySet<string>; readonly isFull: boolean }> {
    const { ports, keepsStates, wanted } = this.#options
    const rows = keepsStates() ? await ports.savedStates(modelId) : []
    const saved = new Set(rows.map(({ name }) => name))
    const names = new Set(wanted())
    const sizes = rows.flatMap(({ name, bytes }) => (names.has(name) ? [bytes] : []))
    if (sizes.length === 0) return { saved, isFull: false }
    const { budget, heads } = await ports.diskUse()
    this.#budget ??= budget
    const used = sizes.reduce((sum, bytes) => sum + bytes, heads)
    return { saved, isFull: used + Math.max(...sizes) > this.#budget }
  }
}
