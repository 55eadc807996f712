/* Pixels and networks for the card reader, as OpenCV answers them on a server (companion/vision/stages/opencv.py).
   Pictures are BGR bytes, row after row; a network's values are floats, pixel after pixel, their channels padded to eights.
   `python -m boot.wasm` builds border.wasm and border-plain.wasm of it. */
#define EXPORT __attribute__((visibility("default")))
typedef unsigned char byte;
typedef float four __attribute__((vector_size(16), aligned(4)));
typedef int four_ints __attribute__((vector_size(16), aligned(4)));
static inline four all(float v) { return (four){v, v, v, v}; }
static inline four positive(four v) { return (four)((four_ints)v & (v > all(0))); }
static inline int below(float v) { int i = (int)v; return i - (v < i); }

EXPORT void halved(const byte *in, int width, int height, byte *out) {
  for (int y = 0; y < height / 2; y++) {
    const byte *p = in + 2 * y * width * 3, *q = p + width * 3;
    for (int x = 0; x < width / 2; x++, p += 6, q += 6)
      for (int c = 0; c < 3; c++) *out++ = (p[c] + p[c + 3] + q[c] + q[c + 3] + 2) >> 2;
  }
}
EXPORT void mirrored(const byte *in, int width, int height, byte *out) {
  for (int y = 0; y < height; y++)
    for (int x = width - 1; x >= 0; x--)
      for (int c = 0; c < 3; c++) *out++ = in[(y * width + x) * 3 + c];
}
EXPORT void lightened(const byte *in, int bytes, float gain, byte *out) {
  for (int i = 0; i < bytes; i++) { float v = __builtin_rintf(in[i] * gain); out[i] = v > 255 ? 255 : (byte)v; }
}
/* The picture in grey at a smaller size, each pixel the mean of the area that it covers. */
EXPORT void grey(const byte *in, int width, int height, int out_width, int out_height, byte *out) {
  float across = (float)width / out_width, down = (float)height / out_height;
  for (int y = 0; y < out_height; y++)
    for (int x = 0; x < out_width; x++) {
      float l = x * across, t = y * down, r = l + across, b = t + down, sum[3] = {0};
      for (int v = (int)t; v < height && v < b; v++)
        for (int u = (int)l; u < width && u < r; u++) {
          float w = ((u + 1 < r ? u + 1 : r) - (u > l ? u : l)) * ((v + 1 < b ? v + 1 : b) - (v > t ? v : t));
          for (int c = 0; c < 3; c++) sum[c] += w * in[(v * width + u) * 3 + c] / (across * down);
        }
      int blue = (int)(sum[0] + .5f), green = (int)(sum[1] + .5f), red = (int)(sum[2] + .5f);
      *out++ = (blue * 3735 + green * 19235 + red * 9798 + 16384) >> 15;
    }
}
/* The pixel of a line of `length` that a pixel of the new line lies behind, and how many 2048ths, as cv2.resize has it. */
static inline int before(int at, float scale, int length, int *share) {
  float place = (at + .5f) * scale - .5f;
  int first = below(place);
  *share = first < 0 || first >= length - 1 ? 0 : (int)((place - first) * 2048 + .5f);
  return first < 0 ? 0 : first < length ? first : length - 1;
}
/* A box of the picture at another size, grey to the right and below. */
EXPORT void resized(const byte *in, int in_width, int left, int top, int width, int height, int to_width, int to_height,
                    int padded_width, int padded_height, int padding, byte *out) {
  for (int i = 0; i < padded_width * padded_height * 3; i++) out[i] = padding;
  for (int y = 0, lower, right; y < to_height; y++) {
    const byte *p = in + ((top + before(y, (float)height / to_height, height, &lower)) * in_width + left) * 3;
    const byte *q = lower ? p + in_width * 3 : p;
    for (int x = 0; x < to_width; x++) {
      int at = before(x, (float)width / to_width, width, &right) * 3, next = right ? at + 3 : at;
      for (int c = 0; c < 3; c++) {
        int m = p[at + c] * (2048 - right) + p[next + c] * right, n = q[at + c] * (2048 - right) + q[next + c] * right;
        out[(y * padded_width + x) * 3 + c] = (((m >> 4) * (2048 - lower) >> 16) + ((n >> 4) * lower >> 16) + 2) >> 2;
      }
    }
  }
}
static inline int fixed(double v) { return (int)__builtin_rint(v * 1024); }
/* A cut-out, its places rounded to 32nds of a pixel as cv2.warpAffine does; what lies beyond the picture is `beyond`. */
EXPORT void warped(const byte *in, int width, int height, double xx, double yx, double xy, double yy, double x0, double y0,
                   int out_width, int out_height, int beyond, byte *out) {
  for (int y = 0; y < out_height; y++)
    for (int x = 0; x < out_width; x++, out += 3) {
      int u = (fixed(xx * x) + fixed(xy * y + x0) + 16) >> 5, v = (fixed(yx * x) + fixed(yy * y + y0) + 16) >> 5;
      int right = u & 31, lower = v & 31, l = u >> 5, t = v >> 5;
      for (int c = 0; c < 3; c++) {
        int p[4];
        for (int k = 0, px, py; k < 4; k++) {
          px = l + (k & 1), py = t + (k >> 1);
          p[k] = px < 0 || py < 0 || px >= width || py >= height ? beyond : in[(py * width + px) * 3 + c];
        }
        out[c] = ((p[0] * (32 - right) + p[1] * right) * (32 - lower) + (p[2] * (32 - right) + p[3] * right) * lower + 512) >> 10;
      }
    }
}
EXPORT void blob(const byte *in, int values, float mean, float spread, float *out) {
  for (int i = 0; i < values; i++) out[i] = (in[i] - mean) / spread;
}
EXPORT void padded(const float *in, int height, int width, int channels, int by, float *out) {
  int row = (width + 2 * by) * channels;
  for (int i = 0; i < (height + 2 * by) * row; i++) out[i] = 0;
  for (int y = 0; y < height; y++)
    for (int i = 0; i < width * channels; i++) out[(y + by) * row + by * channels + i] = in[y * width * channels + i];
}
/* Four pixels and eight channels at a time; the weights stand as [out / 8][row][column][in][8]. */
EXPORT void convolved(const float *in, int in_width, int channels, const float *weights, const float *bias, int out_channels,
                      int side, int stride, int dilation, int height, int width, const float *plus, int relu, float *out) {
  int step = stride * channels;
  for (int y = 0; y < height; y++)
    for (int x = 0, n; x < width; x += n) {
      n = width < 4 ? 1 : 4;
      if (n > width - x) x = width - n;
      const float *from = in + (y * stride * in_width + x * stride) * channels, *w = weights;
      for (int co = 0; co < out_channels; co += 8) {
        four b0 = *(four *)(bias + co), b1 = *(four *)(bias + co + 4), sum[8] = {b0, b1, b0, b1, b0, b1, b0, b1};
        for (int k = 0; k < side * side; k++) {
          const float *p = from + (k / side * in_width + k % side) * dilation * channels;
          if (n == 4)
            for (int i = 0; i < channels; i++, w += 8) {
              four w0 = *(four *)w, w1 = *(four *)(w + 4), v = all(p[i]);
              sum[0] += v * w0, sum[1] += v * w1, v = all(p[i + step]);
              sum[2] += v * w0, sum[3] += v * w1, v = all(p[i + 2 * step]);
              sum[4] += v * w0, sum[5] += v * w1, v = all(p[i + 3 * step]);
              sum[6] += v * w0, sum[7] += v * w1;
            }
          else
            for (int i = 0; i < channels; i++, w += 8) sum[0] += all(p[i]) * *(four *)w, sum[1] += all(p[i]) * *(four *)(w + 4);
        }
        for (int k = 0; k < 2 * n; k++) {
          int at = (y * width + x + k / 2) * out_channels + co + k % 2 * 4;
          four v = plus ? sum[k] + *(four *)(plus + at) : sum[k];
          *(four *)(out + at) = relu ? positive(v) : v;
        }
      }
    }
}
EXPORT void pooled(const float *in, int height, int width, int channels, float *out) {
  int row = width * channels;
  for (int y = 0; y < height / 2; y++)
    for (int x = 0; x < width / 2; x++)
      for (int i = 0; i < channels; i++) {
        const float *p = in + 2 * y * row + 2 * x * channels + i;
        float a = p[0] > p[channels] ? p[0] : p[channels], b = p[row] > p[row + channels] ? p[row] : p[row + channels];
        *out++ = a > b ? a : b;
      }
}
/* Twice as large, and added to what is there already. */
EXPORT void enlarged(const float *in, int height, int width, int channels, const float *plus, float *out) {
  for (int y = 0; y < 2 * height; y++)
    for (int x = 0; x < 2 * width; x++)
      for (int i = 0; i < channels; i++) *out++ = *plus++ + in[((y / 2) * width + x / 2) * channels + i];
}
/* Channel after channel, without the padding. */
EXPORT void planes(const float *in, int pixels, int padded_channels, int channels, float *out) {
  for (int c = 0; c < channels; c++)
    for (int i = 0; i < pixels; i++) *out++ = in[i * padded_channels + c];
}
EXPORT void summed(const float *in, int values, const float *weights, int answers, float *out) {
  for (int k = 0; k < answers; k++, out++)
    for (int i = 0; i < values; i++) *out += in[i] * *weights++;
}
