// Elements out of plain values. Texts become text nodes: nothing that a session says is ever read as markup.

export type Child = Node | string | number | undefined | false | null

interface Options {
  readonly [attribute: string]: string | number | boolean | ((event: Event) => void) | undefined
}

/** An element; `onclick` and the like take functions, `true` is an empty attribute, `false` and undefined none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: Options = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(options)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value))
  }
  add(element, children)
  return element
}

/** Puts children into an element, in the place of those that are there. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren()
  add(element, children)
}

function add(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false || child === null) continue
    element.append(child instanceof Node ? child : String(child))
  }
}

/** A column: its heading, and whether it holds numbers. */
export type Column = string | { readonly number: string } | { readonly acts: string }

/** A table with a caption; it scrolls by itself where it is too wide. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const kind = (column: Column | undefined) =>
    typeof column === 'object' ? ('number' in column ? 'number' : 'acts') : undefined
  const name = (column: Column) =>
    typeof column === 'string' ? column : 'number' in column ? column.number : column.acts
  // On a phone each row is a card, which takes the table's meaning away where it is not said.
  const head = columns.map((column) =>
    h('th', { scope: 'col', role: 'columnheader', class: kind(column) }, name(column)),
  )
  const cellOf = (cell: Child, column: Column = '') =>
    h('td', { role: 'cell', class: kind(column), 'data-label': name(column) }, cell)
  const body = rows.map((row) =>
    h('tr', { role: 'row' }, ...row.map((cell, at) => cellOf(cell, columns[at]))),
  )
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      { role: 'table' },
      h('caption', {}, caption),
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, ...head)),
      h('tbody', { role: 'rowgroup' }, ...body),
    ),
  )
}

/** `key` finds the button again when the page is drawn anew. */
export function button(text: string, act: () => void, key?: string, label?: string): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', onclick: act, ...(key && { 'data-key': key }), 'aria-label': label },
    text,
  )
}

/** A field with its label. */
export function field(label: string, control: HTMLElement, isWide = false): HTMLElement {
  control.id ||= `field-${label.toLowerCase().replace(/[^a-z]+/g, '-')}`
  return h('div', { class: isWide ? 'wide' : undefined }, h('label', { for: control.id }, label), control)
}
