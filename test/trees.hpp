// Rooted trees and what they say about a Runge-Kutta method (Hairer, Norsett & Wanner, Solving ODEs
// I, II.2): weights w integrate to order p exactly if
//     sum_i w_i Phi_i(t) = 1 / gamma(t)   for every tree t of up to p nodes.
#pragma once

#include <vector>

#include "integrate/rk/tableau.hpp"

namespace test {

struct Tree {
  int nodes = 1;
  std::vector<int> children;  // positions in the list of all trees, not increasing
  double gamma = 1;           // nodes times the product over the children
};

// Append the trees with `left` further nodes below the root, made of trees up to number `last`.
inline void grow(std::vector<Tree>& trees, const Tree& partial, int left, int last) {
  if (left == 0) {
    Tree tree = partial;
    tree.gamma *= tree.nodes;
    trees.push_back(tree);
    return;
  }
  for (int k = last; k >= 0; --k) {
    const Tree child = trees[static_cast<std::size_t>(k)];
    if (child.nodes > left) continue;
    Tree larger = partial;
    larger.nodes += child.nodes;
    larger.gamma *= child.gamma;
    larger.children.push_back(k);
    grow(trees, larger, left - child.nodes, k);
  }
}

// All trees of up to `most` nodes, smaller ones first.
inline std::vector<Tree> all_trees(int most) {
  std::vector<Tree> trees;
  for (int nodes = 1; nodes <= most; ++nodes) {
    const int smaller = static_cast<int>(trees.size());
    grow(trees, Tree{}, nodes - 1, smaller - 1);
  }
  return trees;
}

using Weights = std::vector<long double>;

// A of all derivatives of the method: row `stages`, which the tableau need not hold, is b.
inline std::vector<Weights> coefficients(const mbdae::Tableau& tab) {
  const auto count = static_cast<std::size_t>(tab.derivatives());
  const auto stages = static_cast<std::size_t>(tab.stages);
  std::vector<Weights> A(count, Weights(count));
  for (std::size_t i = 0; i < count; ++i) {
    const double* row = i == stages ? tab.b : tab.a + i * mbdae::max_stages;
    for (std::size_t j = 0; j < i && (i != stages || j < stages); ++j) A[i][j] = row[j];
  }
  return A;
}

// Phi_i(t) = product over the children c of sum_j a_ij Phi_j(c), for all trees.
inline std::vector<Weights> elementary_weights(const std::vector<Weights>& A,
                                               const std::vector<Tree>& trees) {
  std::vector<Weights> phi;
  for (const Tree& tree : trees) {
    Weights values(A.size(), 1.0L);
    for (const int child : tree.children) {
      const Weights& below = phi[static_cast<std::size_t>(child)];
      for (std::size_t i = 0; i < A.size(); ++i) {
        long double sum = 0;
        for (std::size_t j = 0; j < A.size(); ++j) sum += A[i][j] * below[j];
        values[i] *= sum;
      }
    }
    phi.push_back(values);
  }
  return phi;
}

}  // namespace test
