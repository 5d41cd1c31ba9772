SetFactory("OpenCASCADE");
Mesh.MeshSizeMin = 1; Mesh.MeshSizeMax = 1;
Box(1) = {0,0,0,1,1,0.5};
Box(2) = {1,0,0,1,1,0.5};
Coherence;
Physical Volume("rock",5) = {1};
Physical Volume("ice",6) = {2};
Physical Surface("low x",7) = Surface In BoundingBox{-0.01,-0.01,-0.01,0.01,1.01,1.01};
