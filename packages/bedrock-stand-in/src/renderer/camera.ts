import type { CameraAngleId } from './look.ts';
import { type Plane, plane, type Raster, raster, sampleChannel, samplePlane } from './pixels.ts';
import type { Random } from './random.ts';

/** A simulated change of viewpoint, as far as one photo allows. The values 1, 1, 0, 0, 0 change nothing. */
export interface CameraMove {
  zoom: number;
  /** Vertical stretch: above 1 for a higher viewpoint, below 1 for a lower one. */
  tall: number;
  /** How much narrower rows become towards the top. */
  lean: number;
  /** Shift as a share of width and height. */
  dx: number;
  dy: number;
}

const angles: Readonly<Record<CameraAngleId, Pick<CameraMove, 'zoom' | 'tall' | 'lean'>>> = {
  overhead: { zoom: 1.0, tall: 1.16, lean: -0.16 },
  angled_45: { zoom: 1.03, tall: 1.0, lean: 0.12 },
  profile: { zoom: 1.16, tall: 0.9, lean: 0.03 },
};

/** The camera angle of the look, with a little random drift. */
export function chooseCamera(random: Random, freedom: number, angle?: CameraAngleId): CameraMove {
  const wanted = angle ? angles[angle] : { zoom: 1, tall: 1, lean: 0 };
  const zoom = wanted.zoom * (1 + random.between(0.012, 0.05) * freedom);
  const { tall } = wanted;
  const lean = wanted.lean + random.between(-0.03, 0.03) * freedom;
  const dx = random.between(-0.016, 0.016) * freedom;
  const dy = random.between(-0.012, 0.012) * freedom;
  // Every row and column must come from inside the photo; beyond its edge there are no pixels.
  const least = Math.max(
    (1 + 2 * Math.abs(dx)) / (1 - Math.abs(lean) / 2),
    (1 + 2 * Math.abs(dy)) / (tall * (1 - Math.abs(lean) * 0.2)),
  );
  return { zoom: Math.max(zoom, least), tall, lean, dx, dy };
}

/** Calls `place` for every pixel with the coordinates of its source. */
function eachMoved(
  width: number,
  height: number,
  move: CameraMove,
  place: (index: number, x: number, y: number) => void,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    const ny = (y + 0.5) / height - 0.5;
    const across = move.zoom * (1 + move.lean * ny);
    const down = move.zoom * move.tall * (1 + move.lean * 0.4 * ny);
    for (let x = 0; x < width; x++, i++) {
      const nx = (x + 0.5) / width - 0.5;
      place(i, ((nx - move.dx) / across + 0.5) * width - 0.5, ((ny - move.dy) / down + 0.5) * height - 0.5);
    }
  }
}

export function movePicture(picture: Raster, move: CameraMove): Raster {
  const out = raster(picture.width, picture.height);
  eachMoved(picture.width, picture.height, move, (i, x, y) => {
    for (let c = 0; c < 3; c++) out.rgb[i * 3 + c] = sampleChannel(picture, x, y, c);
  });
  return out;
}

export function moveMask(mask: Plane, move: CameraMove): Plane {
  const out = plane(mask.width, mask.height);
  eachMoved(mask.width, mask.height, move, (i, x, y) => {
    out.values[i] = samplePlane(mask, x, y);
  });
  return out;
}
