// A list that only grows at its end and shares its beginning with every list it grew from: whoever keeps all of them, as the
// messages of a conversation do, keeps each item once.

/** Two lists are the same only if they are the same object, empty ones too. */
export class SharedList<T> {
  readonly last: T | undefined
  readonly #before: SharedList<T> | undefined

  /** Without arguments: an empty list. */
  constructor(before?: SharedList<T>, last?: T) {
    this.#before = before
    this.last = last
  }

  with(item: T): SharedList<T> {
    return new SharedList(this, item)
  }

  /** Every item, oldest first; a new array. */
  get all(): readonly T[] {
    const items: T[] = []
    for (let list: SharedList<T> = this; list.#before !== undefined; list = list.#before)
      items.push(list.last as T)
    return items.reverse()
  }
}
