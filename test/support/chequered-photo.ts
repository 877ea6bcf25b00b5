/** A photo of this brightness, 0 to 255, with sharp edges. */
export async function chequeredPhoto(light: number, name = 'soup.png'): Promise<{ file: File; src: string }> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [400, 300];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  for (let x = 0; x < 400; x += 20)
    for (let y = 0; y < 300; y += 20) {
      const value = (x + y) % 40 === 0 ? light : light / 4;
      context.fillStyle = `rgb(${value} ${value} ${value})`;
      context.fillRect(x, y, 20, 20);
    }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('No blob');
  return { file: new File([blob], name, { type: 'image/png' }), src: canvas.toDataURL() };
}
