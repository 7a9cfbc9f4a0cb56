extension Array where Element == Double {
  /// The last of the `count` smallest, in a time that grows with the array only (Hoare, "Find", CACM
  /// 4(7), 1961). Needs at least as many elements, at least one; changes their order.
  mutating func smallest(_ count: Int) -> Double {
    withUnsafeMutableBufferPointer { values in
      var (low, high) = (0, values.count - 1)
      while low < high {
        let pivot = values[(low + high) / 2]
        var (left, right) = (low, high)
        while left <= right {
          while values[left] < pivot { left += 1 }
          while values[right] > pivot { right -= 1 }
          guard left <= right else { break }
          values.swapAt(left, right)
          left += 1
          right -= 1
        }
        if count - 1 <= right {
          high = right
        } else if count - 1 >= left {
          low = left
        } else {
          break
        }
      }
      return values[count - 1]
    }
  }
}
