;; Adds up products of 16-bit vectors, eight dimensions at a time. JavaScript has no such instruction and takes ten times as long.
;; Vectors have length 32,767 (`quantize16`), so no sum of their products leaves 32 bits.
;; All arguments are byte offsets into the memory, except count. stride: the bytes from row to row, a multiple of 16.
;; Build: npm run generate:kernel
(module
  (type (;0;) (func (param i32 i32 i32 i32 i32 i32)))
  ;; Shared between threads; it may grow to four gigabytes.
  (import "env" "memory" (memory 1 65536 shared))
  (func (export "score") (type 0)
    (param $query i32) (param $rows i32) (param $slots i32) (param $count i32) (param $stride i32) (param $out i32)
    (local $row i32) (local $at i32) (local $sum v128)
    (if (i32.eqz (local.get $count)) (then (return)))
    (loop $nextRow
      ;; row = rows + slots[0] * stride
      (local.set $row
        (i32.add (local.get $rows) (i32.mul (i32.load (local.get $slots)) (local.get $stride))))
      (local.set $at (i32.const 0))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (loop $nextEight
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.dot_i16x8_s
              (v128.load (i32.add (local.get $query) (local.get $at)))
              (v128.load (i32.add (local.get $row) (local.get $at))))))
        (br_if $nextEight
          (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stride))))
      ;; out[0] = the four lanes of sum, added up
      (i32.store
        (local.get $out)
        (i32.add
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32x4.extract_lane 2 (local.get $sum)))
          (i32x4.extract_lane 3 (local.get $sum))))
      (local.set $slots (i32.add (local.get $slots) (i32.const 4)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $nextRow (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))
  ;; The same with rows of 8 bits, one after the other: the query has 16 bits, and two bytes where a row has one.
  (type (;1;) (func (param i32 i32 i32 i32 i32)))
  (func (export "scoreCoarse") (type 1)
    (param $query i32) (param $row i32) (param $count i32) (param $stride i32) (param $out i32)
    (local $at i32) (local $sum v128) (local $more v128) (local $eight v128)
    (if (i32.eqz (local.get $count)) (then (return)))
    (loop $nextRow
      (local.set $at (i32.const 0))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $more (v128.const i32x4 0 0 0 0))
      (loop $nextSixteen
        (local.set $eight (v128.load (i32.add (local.get $row) (local.get $at))))
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.dot_i16x8_s
              (i16x8.extend_low_i8x16_s (local.get $eight))
              (v128.load (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1)))))))
        (local.set $more
          (i32x4.add
            (local.get $more)
            (i32x4.dot_i16x8_s
              (i16x8.extend_high_i8x16_s (local.get $eight))
              (v128.load offset=16 (i32.add (local.get $query) (i32.shl (local.get $at) (i32.const 1)))))))
        (br_if $nextSixteen
          (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $stride))))
      (local.set $sum (i32x4.add (local.get $sum) (local.get $more)))
      (i32.store
        (local.get $out)
        (i32.add
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32x4.extract_lane 2 (local.get $sum)))
          (i32x4.extract_lane 3 (local.get $sum))))
      (local.set $row (i32.add (local.get $row) (local.get $stride)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (br_if $nextRow (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))
  ;; Writes the places of the products that reach the floor, in their order. Returns how many.
  (type (;2;) (func (param i32 i32 i32 i32) (result i32)))
  (func (export "select") (type 2)
    (param $products i32) (param $count i32) (param $floor i32) (param $out i32) (result i32)
    (local $at i32) (local $end i32) (local $floors v128)
    (local.set $end (local.get $out))
    (local.set $floors (i32x4.splat (local.get $floor)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $count)))
        (if (i32.eqz (i32.and (local.get $at) (i32.const 3)))
          (then
            ;; Four at a time where none of them does. There are always four: the region behind the products is readable.
            (if (i32.eqz (v128.any_true (i32x4.ge_s
                (v128.load (i32.add (local.get $products) (i32.shl (local.get $at) (i32.const 2))))
                (local.get $floors))))
              (then
                (local.set $at (i32.add (local.get $at) (i32.const 4)))
                (br $next)))))
        (if (i32.ge_s
            (i32.load (i32.add (local.get $products) (i32.shl (local.get $at) (i32.const 2))))
            (local.get $floor))
          (then
            (i32.store (local.get $end) (local.get $at))
            (local.set $end (i32.add (local.get $end) (i32.const 4)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (i32.shr_u (i32.sub (local.get $end) (local.get $out)) (i32.const 2))))
