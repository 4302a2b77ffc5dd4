// A picture of the map somewhat higher than what is in sight, drawn once: while scrolling and hovering it is
// only copied.

const MORE = 0.5; // of the height, above and below

/**
 * @typedef {(c: OffscreenCanvasRenderingContext2D, top: number, bottom: number) => void} Paint from one
 *   height to another
 */

export class Layer {
  constructor() {
    /** @type {OffscreenCanvas | null} */
    this.canvas = null;
    this.fresh = false;
    this.top = 0;
    this.bottom = -1;
    this.ratio = 0;
  }

  /** The picture is out of date. */
  forget() {
    this.bottom = -1;
    this.fresh = true;
  }

  /**
   * @param {CanvasRenderingContext2D} c in device pixels
   * @param {number} width @param {number} height @param {number} top @param {number} ratio
   * @param {Paint} paint
   */
  show(c, width, height, top, ratio, paint) {
    const wide = Math.round(width * ratio);
    if (
      !this.canvas ||
      this.canvas.width !== wide ||
      this.ratio !== ratio ||
      top < this.top ||
      top + height > this.bottom
    )
      this.make(wide, height, top, ratio, paint);
    if (this.canvas) c.drawImage(this.canvas, 0, Math.round((this.top - top) * ratio));
  }

  /**
   * After a step the least is drawn; the margins come with the first scrolling.
   * @param {number} wide @param {number} height @param {number} top @param {number} ratio
   * @param {Paint} paint
   */
  make(wide, height, top, ratio, paint) {
    const margin = this.fresh ? 0 : Math.round(height * MORE);
    this.fresh = false;
    this.top = Math.floor(Math.max(0, top - margin));
    this.bottom = Math.ceil(top + height + margin);
    const high = Math.round((this.bottom - this.top) * ratio);
    if (!this.canvas || this.canvas.width !== wide || this.canvas.height !== high)
      this.canvas = new OffscreenCanvas(wide, high);
    this.ratio = ratio;
    const context = this.canvas.getContext("2d");
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, wide, high);
    context.setTransform(ratio, 0, 0, ratio, 0, -this.top * ratio);
    paint(context, this.top, this.bottom);
  }
}
