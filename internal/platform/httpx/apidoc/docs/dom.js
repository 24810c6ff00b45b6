// h makes an element: h('a', {href: '#'}, 'text', other). Functions become listeners.
// Text is never read as HTML.
export function h(name, props, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') node.addEventListener(key, value);
    else if (key === 'class') node.className = value;
    else node.setAttribute(key, value === true ? '' : value);
  }
  append(node, children);
  return node;
}

export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) node.append(child);
  }
}

export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

// copyButton copies what text() gives.
export function copyButton(text, label = 'Copy') {
  const button = h('button', {
    type: 'button', class: 'quiet small',
    click: async () => {
      try {
        await navigator.clipboard.writeText(text());
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed here';
      }
      setTimeout(() => { button.textContent = label; }, 1500);
    },
  }, label);
  return button;
}

// code shows text with a button that copies it. JSON is coloured.
export function code(text, language) {
  const pre = h('pre', {tabindex: '0'}, h('code', null, language === 'json' ? colour(text) : text));
  return h('div', {class: 'code'}, pre, copyButton(() => text));
}

// colour splits JSON text into strings, names, numbers and words. Very long text stays plain.
function colour(text) {
  if (text.length > 200_000) return text;
  const out = [];
  let last = 0;
  for (const m of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g)) {
    if (m.index > last) out.push(text.slice(last, m.index));
    const kind = m[1] ? (m[2] ? 'name' : 'string') : /[a-z]/.test(m[0][0]) ? 'word' : 'number';
    out.push(h('span', {class: 't-' + kind}, m[1] ?? m[0]));
    if (m[2]) out.push(m[2]);
    last = m.index + m[0].length;
  }
  out.push(text.slice(last));
  return out;
}
