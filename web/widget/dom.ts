// Elements without a framework. There is no inline style and no markup in texts: the page's policy need not allow any.
type Child = Node | string | undefined | false

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value)
  e.append(...children.filter((c): c is Node | string => c !== undefined && c !== false))
  return e
}

export function button(label: string, text: string, onclick: () => void): HTMLButtonElement {
  const b = el('button', { type: 'button', 'aria-label': label }, text)
  b.addEventListener('click', onclick)
  return b
}
