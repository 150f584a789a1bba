/** Twice as many pixels as on the page, for slides. */
const scale = 2;

/** A drawing of the chart kit as a picture. Drawn anew, because the policy of the page lets no picture be made of markup. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const canvas = Object.assign(document.createElement('canvas'), {
    width: width * scale,
    height: height * scale,
  });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot make a picture of the chart.');
  pen.scale(scale, scale);
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--oriel-surface');
  pen.fillRect(0, 0, width, height);
  for (const shape of svg.querySelectorAll<SVGElement>('path, line, circle, text')) draw(pen, shape);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.')))),
  );
}

const anchors: Readonly<Record<string, CanvasTextAlign>> = { start: 'left', middle: 'center', end: 'right' };

function draw(pen: CanvasRenderingContext2D, shape: SVGElement): void {
  const look = getComputedStyle(shape);
  const at = (name: string) => Number(shape.getAttribute(name) ?? 0);
  pen.globalAlpha = Number(look.opacity);
  pen.strokeStyle = look.stroke;
  pen.fillStyle = look.fill;
  pen.lineWidth = Number.parseFloat(look.strokeWidth);
  pen.setLineDash(
    look.strokeDasharray === 'none' ? [] : look.strokeDasharray.split(',').map(Number.parseFloat),
  );
  if (shape instanceof SVGTextElement) {
    pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
    pen.textAlign = anchors[look.textAnchor] ?? 'left';
    pen.textBaseline = shape.hasAttribute('dy') ? 'middle' : 'alphabetic';
    pen.fillText(shape.textContent, at('x'), at('y'));
    return;
  }
  const outline = outlineOf(shape, at);
  if (look.fill !== 'none') pen.fill(outline);
  if (look.stroke !== 'none') pen.stroke(outline);
}

function outlineOf(shape: SVGElement, at: (name: string) => number): Path2D {
  if (shape instanceof SVGPathElement) return new Path2D(shape.getAttribute('d') ?? '');
  const outline = new Path2D();
  if (shape instanceof SVGCircleElement) outline.arc(at('cx'), at('cy'), at('r'), 0, 2 * Math.PI);
  else {
    outline.moveTo(at('x1'), at('y1'));
    outline.lineTo(at('x2'), at('y2'));
  }
  return outline;
}
